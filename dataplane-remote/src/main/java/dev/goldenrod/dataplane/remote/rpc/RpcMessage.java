package dev.goldenrod.dataplane.remote.rpc;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/**
 * A message of JSON-RPC 2.0. A request has a method and an id, a notification only a method, a
 * response only an id.
 *
 * @param timeoutMs how long the caller waits for the response, in milliseconds; an extension of
 *     JSON-RPC
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RpcMessage(
    String jsonrpc,
    @Nullable Long id,
    @Nullable String method,
    @Nullable JsonNode params,
    @Nullable Long timeoutMs,
    @Nullable JsonNode result,
    @Nullable RpcError error) {
  private static final String VERSION = "2.0";

  /** Ten times as many as in an inventory. In memory each token takes many times its size. */
  private static final int MOST_TOKENS = 1_000_000;

  private static final int DEEPEST = 100;
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxTokenCount(MOST_TOKENS)
                          .maxNestingDepth(DEEPEST)
                          .build())
                  .build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  static @Nullable RpcMessage read(String text) {
    try {
      return JSON.readValue(text, RpcMessage.class);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  String text() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static RpcMessage request(long id, String method, JsonNode params, long timeoutMs) {
    return new RpcMessage(VERSION, id, method, params, timeoutMs, null, null);
  }

  static RpcMessage notification(String method, JsonNode params) {
    return new RpcMessage(VERSION, null, method, params, null, null, null);
  }

  static RpcMessage answer(long id, JsonNode result) {
    return new RpcMessage(VERSION, id, null, null, null, result, null);
  }

  static RpcMessage failure(long id, RpcError error) {
    return new RpcMessage(VERSION, id, null, null, null, null, error);
  }

  record RpcError(int code, String message) {}
}
