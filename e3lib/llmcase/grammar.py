"""Tool calls for a model that has none: the tools become a grammar, the reply becomes a call.

Two pure functions between OpenAI's chat protocol and a llama.cpp that can only be made to write
JSON of a given shape. A small model cannot leave that shape, so every reply is a well-formed call.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

_TEXT_LIMIT = 400  # characters of one argument: a 1.5B model may otherwise never end a string


def constrained_request(request: Mapping[str, Any]) -> dict[str, Any]:
    """The request without tools: their descriptions in the prompt, their shapes in a grammar."""
    tools = [tool["function"] for tool in request.get("tools") or ()]
    kept = {
        k: request[k] for k in ("temperature", "seed", "max_tokens") if request.get(k) is not None
    }
    messages = [_plain_message(message) for message in request["messages"]]
    if not tools:
        return {**kept, "messages": messages}
    return {
        **kept,
        "messages": _with_tools(messages, tools),
        "response_format": {"type": "json_schema", "json_schema": {"schema": _schema(tools)}},
    }


def called_response(response: Mapping[str, Any]) -> dict[str, Any]:
    """The response with the JSON that the grammar forced turned into a tool call."""
    choice = response["choices"][0]
    message = dict(choice["message"])
    try:
        said = json.loads(message["content"])
        name, arguments = said["tool"], said["arguments"]
    except (ValueError, KeyError, TypeError):
        return dict(response)  # cut at the length limit: the caller sees the text and `length`
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"id": f"call_{response.get('id', '0')}", "type": "function", "function": function}
    message |= {"content": None, "tool_calls": [call]}
    return {**response, "choices": [{**choice, "message": message, "finish_reason": "tool_calls"}]}


def _schema(tools: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"anyOf": [_call_schema(tool["name"], tool["parameters"]) for tool in tools]}


def _call_schema(name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    properties = {
        key: {"type": schema.get("type", "string"), "maxLength": _TEXT_LIMIT}
        for key, schema in parameters["properties"].items()
    }
    arguments = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"tool": {"const": name}, "arguments": arguments},
        "required": ["tool", "arguments"],
        "additionalProperties": False,
    }


def _with_tools(messages: list[dict[str, str]], tools: Sequence[Mapping[str, Any]]):
    lines = [
        f"- {tool['name']}({', '.join(tool['parameters']['properties'])}): {tool['description']}"
        for tool in tools
    ]
    how = (
        'Answer with one JSON object and nothing else: {"tool": NAME, "arguments": {...}}. Tools:\n'
        + "\n".join(lines)
    )
    first, *rest = messages
    return [{**first, "content": f"{first['content']}\n\n{how}"}, *rest]


def _plain_message(message: Mapping[str, Any]) -> dict[str, str]:
    """A message that a model without tools understands."""
    content = message.get("content") or ""
    if isinstance(content, list):
        content = "".join(part.get("text", "") for part in content)
    if message["role"] == "tool":
        return {"role": "user", "content": f"Result:\n{content}"}
    for call in message.get("tool_calls") or ():
        function = call["function"]
        said = {"tool": function["name"], "arguments": json.loads(function["arguments"])}
        content += json.dumps(said)
    role = "system" if message["role"] == "developer" else message["role"]
    return {"role": role, "content": content}
