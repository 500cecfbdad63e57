"""An OpenAI-compatible server on this machine that misbehaves exactly as it is told."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[[BaseHTTPRequestHandler], None]


class FaultServer:
    """Gives one answer per request, and the last one for ever; keeps the requests it was sent."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.requests: list[dict] = []

    def script(self, *answers: Answer) -> None:
        self.answers, self.requests = list(answers), []

    def next(self, request: dict) -> Answer:
        self.requests.append(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def serving(faults: FaultServer) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            faults.next(json.loads(body))(self)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *args: None  # a client that was killed is what some tests want
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def send(status: int, body: object, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        data = json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return answer


def error(status: int, code: str, message: str, **headers: str) -> Answer:
    return send(status, {"error": {"code": code, "message": message, "type": code}}, **headers)


def slow(seconds: float) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        with suppress(OSError):  # the client has gone
            says("too late")(handler)

    return answer


def cut(handler: BaseHTTPRequestHandler) -> None:
    """Promise a body and close the connection in the middle of it."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"id": ')
    handler.close_connection = True


def calls(*wanted: tuple[str, object], finish: str = "tool_calls") -> Answer:
    """Call tools. Arguments that are text are sent as they are, JSON or not."""
    tool_calls = [
        {
            "id": f"c{number}",
            "type": "function",
            "function": {
                "name": name,
                "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
            },
        }
        for number, (name, arguments) in enumerate(wanted)
    ]
    return _completion({"role": "assistant", "content": None, "tool_calls": tool_calls}, finish)


def says(text: str | None, finish: str = "stop", **message: object) -> Answer:
    return _completion({"role": "assistant", "content": text, **message}, finish)


def no_choices() -> Answer:
    return send(200, {**_BODY, "choices": []})


_BODY = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
}


def _completion(message: dict, finish: str) -> Answer:
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return send(200, {**_BODY, "choices": [choice]})
