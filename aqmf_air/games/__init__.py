"""The plugins that come with the package. They use nothing that a stranger's plugin could not use."""
