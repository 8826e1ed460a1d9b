// Python with the app, for a worker: of the engine, or of the check.

const RUNTIME = "/engine/pyodide.mjs";
export const APP = "/app";

/** @type {(path: string) => Promise<ArrayBuffer>} */
export async function fetched(path) {
  const given = await fetch(path);
  if (!given.ok) throw new Error(`${path}: ${given.status}`);
  return given.arrayBuffer();
}

/**
 * Python, from which the app can be imported.
 * @param {() => void} runs hears that Python runs; what is left to do is to unpack the app
 */
export async function started(runs) {
  const packed = fetched("/engine/app.zip");
  const { loadPyodide } = await import(RUNTIME);
  const python = await loadPyodide({
    indexURL: "/engine/",
    // Without a zone Typst asks the browser for one by eval, which our policy forbids, and aborts; Python has the browser's.
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", TZ: "UTC0" },
  });
  runs();
  python.FS.mkdirTree(APP);
  python.unpackArchive(await packed, "zip", { extractDir: APP });
  python.runPython(`import sys; sys.path.insert(0, "${APP}")`);
  return python;
}
