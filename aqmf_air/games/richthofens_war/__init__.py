"""Richthofen's War with the adjustments of Pat McCormick and Kirk Hoffman: dogfights of 1915 to 1918 on hexes."""
