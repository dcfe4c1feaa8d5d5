package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.archive.ArchiveTarget;
import dev.goldenrod.dataplane.archive.TarEntry;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * Unpacks an archive to the data directory on a pod's volume. Each call to the pod has some MiB of
 * files, and can be repeated. Used by one thread. Call {@link #end} at the end.
 */
public final class PodTarget implements ArchiveTarget {
  private static final int PIECE = 8 << 20;
  private static final int SMALL = 1 << 20;
  private static final String FOLDER = PodLayout.DATA.getFileName().toString();
  private static final byte[] END = new byte[2 * TarEntry.BLOCK];
  private static final String FREE = "df -Pk \"$1\" | tail -n 1 | awk '{print $4}'";
  private static final long KIB = 1024;

  private final EnginePod pod;
  private final PodFiles files;
  private final PodCallRetry retry;
  private final ByteArrayOutputStream batch = new ByteArrayOutputStream();

  public PodTarget(EnginePod pod, PodCallRetry retry) {
    this.pod = pod;
    this.files = pod.files(retry.cancelled());
    this.retry = retry;
  }

  @Override
  public Room room() {
    List<String> command = EnginePod.shell(FREE, PodLayout.VOLUME.toString());
    String free = retry.call(() -> pod.output(command)).strip();
    if (!free.matches("\\d{1,15}")) {
      throw new DataPlaneException("pod %s does not report its free space".formatted(pod.name()));
    }
    return new Room(
        Long.parseLong(free) * KIB,
        "its volume is as large as the archive told of itself; export the snapshot again");
  }

  @Override
  public void makeFolder(String path) {
    add(new TarEntry(path.isEmpty() ? FOLDER : FOLDER + "/" + path, true, 0), new byte[0]);
  }

  @Override
  public WritableByteChannel makeFile(String path, long size) {
    if (size <= SMALL) {
      return Channels.newChannel(new SmallFile(new TarEntry(FOLDER + "/" + path, false, size)));
    }
    flush();
    return Channels.newChannel(new LargeFile(PodLayout.DATA.resolve(path)));
  }

  /** Writes the files that are still buffered. */
  public void end() {
    flush();
  }

  private void add(TarEntry entry, byte[] content) {
    batch.writeBytes(entry.header());
    batch.writeBytes(content);
    batch.writeBytes(new byte[(int) (TarEntry.padded(content.length) - content.length)]);
    if (batch.size() > PIECE) {
      flush();
    }
  }

  private void flush() {
    if (batch.size() > 0) {
      batch.writeBytes(END);
      byte[] tar = batch.toByteArray();
      batch.reset();
      retry.call(
          () -> {
            files.unpack(PodLayout.VOLUME, tar);
            return tar;
          });
    }
  }

  private final class SmallFile extends ByteArrayOutputStream {
    private final TarEntry entry;

    SmallFile(TarEntry entry) {
      this.entry = entry;
    }

    @Override
    public void close() {
      add(entry, toByteArray());
    }
  }

  private final class LargeFile extends OutputStream {
    private final Path file;
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
    private long written;

    LargeFile(Path file) {
      this.file = file;
    }

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      piece.write(bytes, from, length);
      if (piece.size() >= PIECE) {
        send();
      }
    }

    @Override
    public void close() {
      if (piece.size() > 0) {
        send();
      }
    }

    private void send() {
      byte[] bytes = piece.toByteArray();
      piece.reset();
      retry.call(
          () -> {
            files.writeAt(file, written, bytes);
            return bytes;
          });
      written += bytes.length;
    }
  }
}
