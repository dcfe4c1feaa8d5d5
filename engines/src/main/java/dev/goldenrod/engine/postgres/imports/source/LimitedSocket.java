package dev.goldenrod.engine.postgres.imports.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A socket whose total read time and bytes are limited, counted from its creation. Interrupting the
 * reading thread ends a read. Only one thread may read at a time.
 */
final class LimitedSocket extends Socket {
  /** Thrown if a source sends more data, or for longer, than a session may take. */
  static final class SourceLimitException extends IOException {
    private static final long serialVersionUID = 1L;

    SourceLimitException(String message) {
      super(message);
    }
  }

  private static final int MEBIBYTE = 1 << 20;
  private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

  private final Duration atMost;
  private final int mostMib;
  private final long end;
  private volatile long bytesLeft;
  private volatile int timeout;

  LimitedSocket(Duration atMost, int mostMib) {
    this.atMost = atMost;
    this.mostMib = mostMib;
    this.end = System.nanoTime() + atMost.toNanos();
    this.bytesLeft = (long) mostMib * MEBIBYTE;
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    super.setSoTimeout(millis);
    timeout = millis;
  }

  @Override
  public int getSoTimeout() {
    return timeout;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = await(in, buffer, offset, length);
        bytesLeft -= Math.max(0, count);
        return count;
      }
    };
  }

  /** Polls with a short timeout, because nothing else ends a read of a socket. */
  private int await(InputStream input, byte[] buffer, int offset, int length) throws IOException {
    long begun = System.nanoTime();
    while (true) {
      requireWanted();
      try {
        super.setSoTimeout(nextWait(begun));
        return input.read(buffer, offset, length);
      } catch (SocketTimeoutException e) {
        if (timeout > 0 && millisSince(begun) >= timeout) {
          throw e;
        }
      }
    }
  }

  private int nextWait(long begun) {
    long left = timeout == 0 ? Long.MAX_VALUE : timeout - millisSince(begun);
    return (int) Math.max(1, Math.min(left, LONGEST_WAIT.toMillis()));
  }

  private void requireWanted() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the work was stopped");
    }
    if (System.nanoTime() - end > 0) {
      throw new SourceLimitException(
          "the source did not answer all queries within %d s".formatted(atMost.toSeconds()));
    }
    if (bytesLeft <= 0) {
      throw new SourceLimitException(
          "the source sent more than %d MiB, which is the limit".formatted(mostMib));
    }
  }

  private static long millisSince(long begun) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
  }
}
