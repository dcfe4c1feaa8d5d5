package dev.goldenrod.dataplane.remote.rpc;

import java.util.Arrays;

/** Error codes of JSON-RPC: its own, and those of the range that it leaves to implementations. */
public enum RpcCode {
  UNKNOWN_METHOD(-32601),
  INVALID_PARAMS(-32602),
  /** The peer failed unexpectedly; its own log has the details. */
  INTERNAL(-32603),
  /** The data plane cannot perform the request; the message says why. */
  DATA_PLANE_REFUSED(-32000),
  /** The agent cannot reach its data plane. */
  DATA_PLANE_UNREACHABLE(-32001),
  /** The archive is invalid; the message says why. */
  ARCHIVE_REFUSED(-32005),
  /** The data plane belongs to another agent, which is not connected. */
  DATA_PLANE_OFFLINE(-32004),
  BUSY(-32002),
  /** The agent is rejected permanently; a retry would not help. */
  AGENT_REFUSED(-32003);

  private final int number;

  RpcCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** Returns the code of the number; {@code INTERNAL} for those of other releases. */
  static RpcCode of(int number) {
    return Arrays.stream(values())
        .filter(code -> code.number == number)
        .findFirst()
        .orElse(INTERNAL);
  }
}
