"""Tool calls for a model that has none: the request becomes a grammar, the reply becomes a call."""

import json
import threading
import urllib.error
import urllib.request

import pytest

from e3lib.llmcase import local_model
from e3lib.llmcase.grammar import called_response, constrained_request

TOOL = {
    "type": "function",
    "function": {
        "name": "grep",
        "description": "Find a text.",
        "parameters": {"properties": {"text": {"type": "string"}}, "required": ["text"]},
    },
}
CALL = {"id": "1", "function": {"name": "grep", "arguments": '{"text": "a"}'}}
REQUEST = {
    "model": "m",
    "temperature": 0.3,
    "tools": [TOOL],
    "messages": [
        {"role": "system", "content": "Work."},
        {"role": "user", "content": [{"type": "text", "text": "Do it."}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "1", "content": "found"},
    ],
}


def response(content):
    message = {"role": "assistant", "content": content}
    return {"id": "r", "choices": [{"message": message, "finish_reason": "stop"}]}


def test_tools_become_a_description_and_a_shape():
    sent = constrained_request(REQUEST)
    assert "tools" not in sent
    assert "- grep(text): Find a text." in sent["messages"][0]["content"]
    (shape,) = sent["response_format"]["json_schema"]["schema"]["anyOf"]
    assert shape["properties"]["tool"] == {"const": "grep"}
    assert shape["properties"]["arguments"]["required"] == ["text"]
    assert sent["temperature"] == 0.3


def test_earlier_calls_and_results_become_plain_messages():
    _, user, assistant, result = constrained_request(REQUEST)["messages"]
    assert user == {"role": "user", "content": "Do it."}
    assert json.loads(assistant["content"]) == {"tool": "grep", "arguments": {"text": "a"}}
    assert result == {"role": "user", "content": "Result:\nfound"}


def test_the_forced_json_becomes_a_tool_call():
    answer = called_response(response('{"tool": "grep", "arguments": {"text": "a"}}'))
    (choice,) = answer["choices"]
    assert choice["finish_reason"] == "tool_calls"
    function = choice["message"]["tool_calls"][0]["function"]
    assert function["name"] == "grep"
    assert json.loads(function["arguments"]) == {"text": "a"}


@pytest.mark.parametrize("content", ['{"tool": "grep", "argu', "hello", "[]", "7", None])
def test_what_is_no_call_is_passed_on_untouched(content):
    assert called_response(response(content)) == response(content)


class Engine:
    """Stands for llama.cpp."""

    def handle_chat_completions(self, request):
        if request["messages"][-1]["content"] == "too long":
            return {"error": {"code": 400, "message": "exceeds the available context size"}}
        return response('{"tool": "grep", "arguments": {"text": "a"}}')


@pytest.fixture
def post():
    server = local_model.http_server(Engine(), 0)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    url = f"http://127.0.0.1:{server.server_port}/v1/chat/completions"

    def post(data):
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=5) as reply:
                return reply.status, json.load(reply)
        except urllib.error.HTTPError as problem:
            with problem:
                return problem.code, json.load(problem)

    yield post
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_server_answers_with_a_call(post):
    status, answer = post(json.dumps(REQUEST).encode())
    assert status == 200
    assert answer["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "grep"


def test_the_server_hands_on_the_error_of_the_engine(post):
    messages = [{"role": "user", "content": "too long"}]
    status, answer = post(json.dumps({"messages": messages}).encode())
    assert status == 400
    assert "context size" in answer["error"]["message"]


@pytest.mark.parametrize("data", [b"not JSON", b"{}", b"[]", b'{"messages": [{}]}'])
def test_the_server_survives_what_is_no_request(data, post):
    status, answer = post(data)
    assert status == 400
    assert "not a chat request" in answer["error"]["message"]


def test_a_model_with_another_hash_is_refused(tmp_path):
    wrong = tmp_path / "model.gguf"
    wrong.write_bytes(b"not the model")
    with pytest.raises(local_model.LocalModelError, match="is not the expected model"):
        local_model.load(wrong, 1, 512)


def test_a_download_with_another_hash_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(local_model, "_download", lambda directory: [])
    target = tmp_path / "model.gguf"
    with pytest.raises(local_model.LocalModelError, match="has SHA-256"):
        local_model.fetch(target)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_model_says_how_to_get_it(tmp_path):
    with pytest.raises(local_model.LocalModelError, match="make local-model"):
        local_model.load(tmp_path / "absent", 1, 512)
