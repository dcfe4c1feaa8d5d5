package dev.goldenrod.http.tunnel;

import dev.goldenrod.tunnel.TunnelEnd;
import java.util.Optional;
import org.eclipse.jetty.websocket.api.StatusCode;

/** The codes by which clients learn why the server ended a tunnel. */
final class CloseCodes {
  /** As 401 would say: another token is needed. */
  static final int ACCESS_ENDED = 4401;

  /** As 409 would say: the database has to run again first. */
  static final int DATABASE_ENDED = 4409;

  private CloseCodes() {}

  /** Why another server ended a tunnel; empty when one of its sides did. */
  static Optional<TunnelEnd> reason(int code) {
    return switch (code) {
      case ACCESS_ENDED -> Optional.of(TunnelEnd.ACCESS_ENDED);
      case DATABASE_ENDED -> Optional.of(TunnelEnd.DATABASE_ENDED);
      case StatusCode.SHUTDOWN -> Optional.of(TunnelEnd.STOPPING);
      case StatusCode.TRY_AGAIN_LATER -> Optional.of(TunnelEnd.STORE_UNAVAILABLE);
      default -> Optional.empty();
    };
  }

  static int of(TunnelEnd reason) {
    return switch (reason) {
      case ACCESS_ENDED -> ACCESS_ENDED;
      case DATABASE_ENDED -> DATABASE_ENDED;
      case STOPPING -> StatusCode.SHUTDOWN;
      case STORE_UNAVAILABLE -> StatusCode.TRY_AGAIN_LATER;
      case NEVER_USED -> StatusCode.NORMAL;
    };
  }
}
