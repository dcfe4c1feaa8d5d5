package dev.goldenrod.http.tunnel;

import dev.goldenrod.tunnel.TunnelEnd;
import java.util.Optional;
import org.eclipse.jetty.websocket.api.StatusCode;

/** WebSocket close codes that say why the server closed a tunnel. */
final class CloseCodes {
  /** Corresponds to 401: another token is needed. */
  static final int ACCESS_ENDED = 4401;

  /** Corresponds to 409: the database must be started again. */
  static final int DATABASE_ENDED = 4409;

  private CloseCodes() {}

  /** Returns why another server closed a tunnel; empty if the client or the database closed it. */
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
