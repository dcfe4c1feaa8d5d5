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
 * A message of JSON-RPC 2.0: a request has a method and an id, a notification a method alone, an
 * answer an id alone.
 *
 * @param timeoutMs how long the asking side waits for the answer, in milliseconds; an addition to
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

  /** An inventory has a tenth of them; as a tree in memory each takes many times its bytes. */
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

  /** The message that the text is; null when it is none. */
  static @Nullable RpcMessage read(String text) {
    try {
      return JSON.readValue(text, RpcMessage.class);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** As it is sent. */
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

  /** Why a request was not answered by a result. */
  record RpcError(int code, String message) {}
}
