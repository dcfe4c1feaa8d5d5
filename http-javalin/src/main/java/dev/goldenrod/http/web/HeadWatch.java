package dev.goldenrod.http.web;

import java.net.InetAddress;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

/** How long a connection has been waiting for the rest of a request's head. */
final class HeadWatch {
  private static final long NOT_WAITING = -1;

  private final Connection connection;
  private final @Nullable InetAddress address;
  private long requests;
  private long bytes;
  private long since;
  private boolean isWaiting = true;
  private volatile boolean isTold;

  /**
   * A connection that was opened then.
   *
   * @param address whose connections are counted; null when they are not
   */
  HeadWatch(Connection connection, @Nullable InetAddress address, long opened) {
    this.connection = connection;
    this.address = address;
    this.since = opened;
  }

  Connection connection() {
    return connection;
  }

  @Nullable InetAddress address() {
    return address;
  }

  /**
   * Hangs up; on a client of HTTP/2 the first time by telling it, so that it hangs up itself and
   * knows which requests are not answered any more.
   */
  void close() {
    if (isMultiplexed() && !isTold) {
      isTold = true;
      connection.close();
    } else {
      connection.getEndPoint().close();
    }
  }

  /** How many requests of HTTP/2 are in flight; those of HTTP/1.1 are no more than connections. */
  long multiplexedRequests() {
    return isMultiplexed()
        ? Math.max(0, connection.getMessagesIn() - connection.getMessagesOut())
        : 0;
  }

  private boolean isMultiplexed() {
    return connection instanceof HTTP2Connection;
  }

  /**
   * Nanoseconds since the connection was opened or a head's first byte was seen; negative while no
   * head is waited for, as between two requests. Of HTTP/2, of which most frames are no heads,
   * since no request was in flight.
   */
  synchronized long waited(long now) {
    return isMultiplexed() ? waitedWithoutRequest(now) : waitedForHead(now);
  }

  private long waitedWithoutRequest(long now) {
    long received = connection.getMessagesIn();
    if (received > requests || received > connection.getMessagesOut()) {
      requests = received;
      since = now;
      return NOT_WAITING;
    }
    return now - since;
  }

  private long waitedForHead(long now) {
    long received = connection.getMessagesIn();
    if (received > requests || received > connection.getMessagesOut()) {
      requests = received;
      bytes = connection.getBytesIn();
      isWaiting = false;
    } else if (!isWaiting && connection.getBytesIn() > bytes) {
      isWaiting = true;
      since = now;
    }
    return isWaiting ? now - since : NOT_WAITING;
  }
}
