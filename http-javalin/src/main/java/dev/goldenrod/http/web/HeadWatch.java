package dev.goldenrod.http.web;

import java.net.InetAddress;
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
   * Nanoseconds since the connection was opened or a head's first byte was seen; negative while no
   * head is waited for, as between two requests.
   */
  synchronized long waited(long now) {
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
