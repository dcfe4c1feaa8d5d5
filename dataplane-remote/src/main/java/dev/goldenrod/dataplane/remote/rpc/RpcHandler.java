package dev.goldenrod.dataplane.remote.rpc;

import com.fasterxml.jackson.databind.JsonNode;

/** Answers what the other side asks. Called by several threads at once. */
public interface RpcHandler {
  /**
   * Answers a request.
   *
   * @param params null's node when the request has none
   * @return the result; null's node for none
   * @throws RpcException when it is refused
   */
  JsonNode answer(String method, JsonNode params);

  /** Takes a notification. Returns soon; one of another release may be unknown and is ignored. */
  void notified(String method, JsonNode params);
}
