// Python and e3lib in a worker, so that the page stays alive and an endless loop can be ended.
import { loadPyodide } from "../vendor/pyodide/pyodide.mjs";

const tell = (text) => postMessage({ status: text });

async function fetched(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path} is not part of this build (HTTP ${response.status})`);
  return response;
}

async function start() {
  tell("Loading Python …");
  const python = await loadPyodide();
  tell("Loading e3lib …");
  python.unpackArchive(await (await fetched("../vendor/e3lib.whl")).arrayBuffer(), "wheel");
  python.FS.writeFile("bridge.py", await (await fetched("bridge.py")).text());
  return python.pyimport("bridge");
}

const bridge = start();

onmessage = async ({ data }) => {
  try {
    const reply = (await bridge).answer(JSON.stringify(data.request));
    postMessage({ id: data.id, ...JSON.parse(reply) });
  } catch (error) {
    postMessage({ id: data.id, failure: String(error.message ?? error) });
  }
};
