package dev.goldenrod.dataplane.remote.rpc;

import com.fasterxml.jackson.databind.JsonNode;

/** Handles the requests and notifications of the peer. Must be thread-safe. */
public interface RpcHandler {
  /**
   * Answers a request.
   *
   * @param params the null node if the request has none
   * @return the result; the null node for none
   * @throws RpcException if the request is rejected
   */
  JsonNode answer(String method, JsonNode params);

  /** Handles a notification without blocking. Unknown ones, as of another release, are ignored. */
  void notified(String method, JsonNode params);
}
