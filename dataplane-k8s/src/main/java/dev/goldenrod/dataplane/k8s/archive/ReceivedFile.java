package dev.goldenrod.dataplane.k8s.archive;

import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodFiles;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The bytes of an incoming archive, in a file on a pod's volume.
 *
 * @param calls makes the calls, and repeats them when a connection broke
 */
record ReceivedFile(Supplier<EnginePod> pod, Calls calls) {
  /** A way to make calls that may safely be repeated even after they succeeded. */
  @FunctionalInterface
  interface Calls {
    <T> T make(Supplier<T> call);
  }

  private static final Path FILE = PodLayout.VOLUME.resolve("received");
  private static final int PIECE = 8 << 20;
  private static final int TRIES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  long size() {
    return calls.make(() -> files().size(FILE));
  }

  /** Replaces the contents with these bytes. */
  void begin(byte[] bytes) {
    calls.make(
        () -> {
          files().writeAt(FILE, 0, bytes);
          return bytes;
        });
  }

  /** Appends all of the bytes, or none if the size is not the offset; returns the former size. */
  long append(long offset, byte[] bytes) {
    AtomicBoolean isRepeated = new AtomicBoolean();
    return calls.make(
        () -> {
          boolean mayBeDone = isRepeated.getAndSet(true);
          long before = files().appendOnce(FILE, offset, bytes);
          return mayBeDone && before == offset + bytes.length ? offset : before;
        });
  }

  private PodFiles files() {
    return pod.get().files(() -> false);
  }

  /** Repeats a failed call a few times within seconds, because a client waits for the response. */
  static <T> T soon(Supplier<T> call) {
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    for (int left = TRIES; ; left--) {
      try {
        return call.get();
      } catch (ApiUnavailableException e) {
        if (left == 1) {
          throw e;
        }
        pause.pause();
      }
    }
  }

  InputStream open(BooleanSupplier cancelled) {
    return new Content(size(), cancelled);
  }

  /** A stream that reads some MiB at a time. */
  private final class Content extends InputStream {
    private final long size;
    private final BooleanSupplier cancelled;
    private long fetched;
    private ByteBuffer piece = ByteBuffer.allocate(0);

    Content(long size, BooleanSupplier cancelled) {
      this.size = size;
      this.cancelled = cancelled;
    }

    @Override
    public int read() {
      return hasMore() ? piece.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int from, int length) {
      if (!hasMore()) {
        return -1;
      }
      int count = Math.min(length, piece.remaining());
      piece.get(target, from, count);
      return count;
    }

    /** A failed read means that the pod is unavailable: received bytes are never lost. */
    private byte[] fetch(int count) {
      try {
        return files().read(FILE, fetched, count);
      } catch (ApiUnavailableException | DataPlaneUnreachableException e) {
        throw e;
      } catch (DataPlaneException e) {
        throw new DataPlaneUnreachableException(String.valueOf(e.getMessage()));
      }
    }

    private boolean hasMore() {
      if (!piece.hasRemaining() && fetched < size) {
        if (cancelled.getAsBoolean()) {
          throw new CancellationException("unpacking of the archive was cancelled");
        }
        int count = (int) Math.min(PIECE, size - fetched);
        piece = ByteBuffer.wrap(calls.make(() -> fetch(count)));
        fetched += count;
      }
      return piece.hasRemaining();
    }
  }
}
