package dev.goldenrod.dataplane.remote.rpc;

/** The other side refused a request, or this side refuses one. The message is for people. */
public final class RpcException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final RpcCode code;

  /** A refusal for that reason. */
  public RpcException(RpcCode code, String message) {
    super(message);
    this.code = code;
  }

  /** Why, for programs. */
  public RpcCode code() {
    return code;
  }
}
