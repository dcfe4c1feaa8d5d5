package dev.goldenrod.http.web;

import java.net.InetAddress;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

/** Measures how long a connection has been waiting for the rest of a request head. */
final class RequestHeadTimer {
  private static final long NOT_WAITING = -1;

  private final Connection connection;
  private final @Nullable InetAddress address;
  private long requests;
  private long bytes;
  private long since;
  private boolean isWaiting = true;
  private volatile boolean isGoAwaySent;

  /** Watches a connection from the given time on; a null address is not limited. */
  RequestHeadTimer(Connection connection, @Nullable InetAddress address, long opened) {
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
   * Closes the connection. The first call on an HTTP/2 connection sends GOAWAY, so that the client
   * closes it and learns which requests will not be answered.
   */
  void close() {
    if (isMultiplexed() && !isGoAwaySent) {
      isGoAwaySent = true;
      connection.close();
    } else {
      connection.getEndPoint().close();
    }
  }

  /** Returns the number of HTTP/2 requests in flight; 0 for HTTP/1.1. */
  long multiplexedRequests() {
    return isMultiplexed()
        ? Math.max(0, connection.getMessagesIn() - connection.getMessagesOut())
        : 0;
  }

  private boolean isMultiplexed() {
    return connection instanceof HTTP2Connection;
  }

  /**
   * Returns the nanoseconds since the connection was opened or the first byte of a head arrived;
   * negative while no head is expected, such as between two requests. For HTTP/2, whose frames are
   * mostly not heads, counts from when the last request in flight ended.
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
