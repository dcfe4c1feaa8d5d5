package dev.goldenrod.http.tls;

import java.time.Duration;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.io.WindowRateControl;

/**
 * Rate limit for HTTP/2 frames that cost the server more than the client, such as pings, settings
 * and resets. Closes a connection that sends too many per second, or too many while the client does
 * not read the replies, which would accumulate in memory.
 */
final class FrameControl implements RateControl {
  private static final int MOST_PER_SECOND = 100;
  private static final int MOST_UNTAKEN = 256;

  private final RateControl rate = new WindowRateControl(MOST_PER_SECOND, Duration.ofSeconds(1));
  private final EndPoint client;
  private int untaken;

  private FrameControl(EndPoint client) {
    this.client = client;
  }

  @Override
  public synchronized boolean onEvent(Object frame) {
    boolean isFull = isFull();
    untaken = isFull ? untaken + 1 : 0;
    boolean isFew = untaken <= MOST_UNTAKEN && rate.onEvent(frame);
    if (!isFew && isFull) {
      // Close without notification, which the client would not read either.
      client.close();
    }
    return isFew;
  }

  /** Returns whether earlier output to the client is still pending. */
  private boolean isFull() {
    return client instanceof AbstractEndPoint writing && writing.getWriteFlusher().isPending();
  }

  static final class Factory implements RateControl.Factory {
    @Override
    public RateControl newRateControl(EndPoint client) {
      return new FrameControl(client);
    }
  }
}
