package dev.goldenrod.http.tls;

import java.time.Duration;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.io.WindowRateControl;

/**
 * How many frames of HTTP/2 that cost the server more than their client a connection may send:
 * pings, settings, resets. Too many a second end it, and too many whose replies its client does not
 * take, which would gather in memory.
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
      // Without a word, which would not be taken either.
      client.close();
    }
    return isFew;
  }

  /** Whether the client has yet to take what was sent to it. */
  private boolean isFull() {
    return client instanceof AbstractEndPoint writing && writing.getWriteFlusher().isPending();
  }

  /** Of one connection each. */
  static final class Factory implements RateControl.Factory {
    @Override
    public RateControl newRateControl(EndPoint client) {
      return new FrameControl(client);
    }
  }
}
