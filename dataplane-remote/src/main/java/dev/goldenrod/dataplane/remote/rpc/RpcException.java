package dev.goldenrod.dataplane.remote.rpc;

/** A request was rejected, by the peer or by this side. The message is for people. */
public final class RpcException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final RpcCode code;

  public RpcException(RpcCode code, String message) {
    super(message);
    this.code = code;
  }

  public RpcCode code() {
    return code;
  }
}
