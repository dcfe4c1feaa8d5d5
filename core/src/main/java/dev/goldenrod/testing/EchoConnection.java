package dev.goldenrod.testing;

import dev.goldenrod.tunnel.ClientConnection;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** A connection to a database of a {@link FakeDataPlane} that echoes what is sent. */
final class EchoConnection implements ClientConnection {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final long POLL_MILLIS = 10;

  private final BooleanSupplier serverRuns;
  private final byte[] buffered = new byte[BUFFER_BYTES];
  private int first;
  private int count;
  private boolean ended;
  private boolean closed;

  EchoConnection(BooleanSupplier serverRuns) {
    this.serverRuns = serverRuns;
  }

  @Override
  public int read(byte[] buffer) throws IOException {
    while (true) {
      synchronized (this) {
        requireOpen();
        if (count > 0) {
          return take(buffer);
        }
        if (ended) {
          return -1;
        }
        pause();
      }
      if (!serverRuns.getAsBoolean()) {
        return -1;
      }
    }
  }

  private int take(byte[] buffer) {
    int taken = Math.min(count, buffer.length);
    for (int i = 0; i < taken; i++) {
      buffer[i] = buffered[(first + i) % BUFFER_BYTES];
    }
    first = (first + taken) % BUFFER_BYTES;
    count -= taken;
    notifyAll();
    return taken;
  }

  @Override
  public void write(byte[] buffer, int length) throws IOException {
    int written = 0;
    while (written < length) {
      if (!serverRuns.getAsBoolean()) {
        throw new IOException("the database's server has stopped");
      }
      synchronized (this) {
        requireOpen();
        if (ended) {
          throw new IOException("the output has ended");
        }
        while (written < length && count < BUFFER_BYTES) {
          buffered[(first + count++) % BUFFER_BYTES] = buffer[written++];
        }
        notifyAll();
        if (written < length) {
          pause();
        }
      }
    }
  }

  @Override
  public synchronized void endOutput() throws IOException {
    requireOpen();
    ended = true;
    notifyAll();
  }

  private void pause() throws IOException {
    try {
      wait(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the connection is closed");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
