package dev.goldenrod.dataplane.remote.stream;

import dev.goldenrod.dataplane.remote.message.Connections;
import dev.goldenrod.dataplane.remote.message.Json;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.tunnel.ClientConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a connection whose bytes travel in messages, with flow control: at most {@link
 * #WINDOW} bytes per direction are unacknowledged, and a sender waits until the peer has read some.
 */
final class ByteStream implements ClientConnection {
  private static final Logger LOG = LoggerFactory.getLogger(ByteStream.class);

  /** The most bytes that one side may have sent and the other has not yet read. */
  static final int WINDOW = 256 * 1024;

  /** Short, so that other messages get their turn on a slow network. */
  static final int LONGEST_DATA = 16 * 1024;

  /** The number of read bytes that are acknowledged at once. */
  private static final int ACKNOWLEDGED_AT_ONCE = WINDOW / 4;

  private final long number;
  private final ByteStreams streams;
  private final Deque<byte[]> arrived = new ArrayDeque<>();
  private int firstOffset;
  private long received;
  private long taken;
  private long acknowledged;
  private boolean hasEnded;
  private long sent;
  private long takenByPeer;
  private boolean outputEnded;
  private boolean peerKnows;
  private @Nullable Duration limit;
  private long deadline;
  private @Nullable String endReason;
  private @Nullable Runnable endAction;

  ByteStream(long number, ByteStreams streams) {
    this.number = number;
    this.streams = streams;
  }

  long number() {
    return number;
  }

  @Override
  public int read(byte[] buffer) throws IOException {
    int count;
    long tell;
    synchronized (this) {
      while (arrived.isEmpty() && !hasEnded && endReason == null) {
        await();
      }
      if (arrived.isEmpty()) {
        if (hasEnded) {
          return -1;
        }
        throw new IOException(endReason);
      }
      count = take(buffer);
      tell = taken - acknowledged >= ACKNOWLEDGED_AT_ONCE ? taken : -1;
      acknowledged = tell < 0 ? acknowledged : tell;
    }
    if (tell >= 0) {
      acknowledge(tell);
    }
    return count;
  }

  private int take(byte[] buffer) {
    byte[] first = arrived.getFirst();
    int count = Math.min(buffer.length, first.length - firstOffset);
    System.arraycopy(first, firstOffset, buffer, 0, count);
    firstOffset += count;
    if (firstOffset == first.length) {
      arrived.removeFirst();
      firstOffset = 0;
    }
    taken += count;
    return count;
  }

  /** The bytes were read in any case, so a failure to acknowledge them is no failure to read. */
  private void acknowledge(long bytes) {
    try {
      streams.send(Connections.TAKEN, Json.write(new Connections.Taken(number, bytes)));
    } catch (DataPlaneException gone) {
      end(String.valueOf(gone.getMessage()));
    }
  }

  @Override
  public void write(byte[] buffer, int length) throws IOException {
    int written = 0;
    while (written < length) {
      int count;
      long at;
      synchronized (this) {
        while (sent - takenByPeer >= WINDOW && endReason == null) {
          await();
        }
        requireWritable();
        long room = WINDOW - (sent - takenByPeer);
        count = (int) Math.min(Math.min(length - written, LONGEST_DATA), room);
        at = sent;
        sent += count;
      }
      byte[] data = Arrays.copyOfRange(buffer, written, written + count);
      send(Connections.DATA, new Connections.Data(number, at, data));
      written += count;
    }
  }

  @Override
  public void endOutput() throws IOException {
    long at;
    synchronized (this) {
      requireWritable();
      outputEnded = true;
      at = sent;
    }
    send(Connections.END, new Connections.End(number, at));
  }

  private void requireWritable() throws IOException {
    if (endReason != null) {
      throw new IOException(endReason);
    }
    if (outputEnded) {
      throw new IOException("the output is already closed");
    }
  }

  private void send(String method, Object params) throws IOException {
    try {
      streams.send(method, Json.write(params));
    } catch (DataPlaneException gone) {
      end(String.valueOf(gone.getMessage()));
      throw new IOException(gone.getMessage(), gone);
    }
  }

  /** Sets a deadline, after which all reads and writes fail. */
  synchronized void setDeadline(Duration time) {
    deadline = System.nanoTime() + time.toNanos();
    limit = time;
  }

  private void await() throws IOException {
    try {
      if (limit == null) {
        wait();
      } else {
        awaitDeadline(limit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void awaitDeadline(Duration whole) throws InterruptedException {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      end("the transfer took longer than %d seconds".formatted(whole.toSeconds()));
    } else {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /** Handles received bytes. A peer that violates the protocol ends the connection. */
  void accept(long at, byte[] data) {
    synchronized (this) {
      if (endReason != null) {
        return;
      }
      boolean fits = data.length > 0 && received + data.length - taken <= WINDOW;
      if (at == received && fits && !hasEnded) {
        received += data.length;
        arrived.addLast(data);
        notifyAll();
        return;
      }
    }
    endOnViolation("%d unexpected bytes at offset %d".formatted(data.length, at));
  }

  void acceptTaken(long bytes) {
    synchronized (this) {
      if (bytes <= sent) {
        takenByPeer = Math.max(takenByPeer, bytes);
        notifyAll();
        return;
      }
    }
    endOnViolation("the peer acknowledged more bytes than were sent");
  }

  void acceptEnd(long at) {
    synchronized (this) {
      if (at == received) {
        hasEnded = true;
        notifyAll();
        return;
      }
    }
    endOnViolation("unexpected end at offset %d".formatted(at));
  }

  /** Handles the peer's close. Bytes that arrived before it can still be read. */
  void acceptClose() {
    synchronized (this) {
      peerKnows = true;
    }
    streams.remove(this);
    end("the peer closed the connection");
  }

  /** The stream is closed by its next reader or writer. */
  private void endOnViolation(String why) {
    LOG.warn("Closed a connection to a database, the peer violated the protocol: {}", why);
    end(why);
  }

  /** Ends the stream; later calls have no effect. */
  void end(String why) {
    Runnable next;
    synchronized (this) {
      if (endReason != null) {
        return;
      }
      endReason = why;
      next = endAction;
      notifyAll();
    }
    if (next != null) {
      next.run();
    }
  }

  /** Sets an action that runs when the stream ends, or at once if it has ended. */
  void onEnd(Runnable work) {
    boolean isOver;
    synchronized (this) {
      endAction = work;
      isOver = endReason != null;
    }
    if (isOver) {
      work.run();
    }
  }

  @Override
  public void close() {
    end("the connection is closed");
    streams.remove(this);
    boolean tell;
    synchronized (this) {
      tell = !peerKnows;
      peerKnows = true;
      arrived.clear();
    }
    if (tell) {
      try {
        streams.send(Connections.CLOSE, Json.write(new Connections.Close(number)));
      } catch (DataPlaneException gone) {
        // The connection to the peer is lost, so its end is closed too.
      }
    }
  }
}
