package dev.goldenrod.server.backup;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.storage.jdbi.StoreBackup;
import dev.goldenrod.storage.jdbi.StoreContents;
import dev.goldenrod.storage.jdbi.StoreDumper;
import dev.goldenrod.storage.jdbi.StoreOptions;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Dumps a server's store: directly from PostgreSQL, through the socket of a running server, or from
 * the file of a stopped server.
 *
 * @param dataDir may be missing if the store is in PostgreSQL
 * @param url empty for the store of the data directory
 */
public record ServerStoreDumper(Path dataDir, Optional<StoreOptions> url) implements StoreDumper {
  @Override
  public StoreContents dump(OutputStream out) {
    if (url.isPresent()) {
      return StoreBackup.dump(url.get(), out);
    }
    if (!DataDirectory.isOne(dataDir)) {
      throw new StoreException(
          dataDir
              + " is not a data directory; pass the server's data directory with --data-dir, or the"
              + " URL of an external store with --store-url");
    }
    requireOwn();
    try {
      return dumpOfRunning(out).orElseGet(() -> dumpOfStopped(out));
    } catch (IOException e) {
      throw new UncheckedIOException("the running server sent an incomplete backup", e);
    }
  }

  private void requireOwn() {
    try {
      DataDirectory.requireOwn(dataDir);
    } catch (DataPlaneException e) {
      throw new StoreException(e.getMessage(), e);
    }
  }

  private Optional<StoreContents> dumpOfRunning(OutputStream out) throws IOException {
    Optional<SocketChannel> server = connect();
    if (server.isEmpty()) {
      return Optional.empty();
    }
    try (SocketChannel channel = server.get();
        InputStream in = new CopyingStream(Channels.newInputStream(channel), out)) {
      StoreContents contents = StoreBackup.inspect(in);
      out.flush();
      return Optional.of(contents);
    }
  }

  private Optional<SocketChannel> connect() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(DataDirectory.socket(dataDir)));
      return Optional.of(channel);
    } catch (IOException nobodyListens) {
      channel.close();
      return Optional.empty();
    }
  }

  private StoreContents dumpOfStopped(OutputStream out) {
    try (DataDirectory directory = DataDirectory.lock(dataDir)) {
      if (Files.notExists(Path.of(directory.store() + ".mv.db"))) {
        throw new StoreException(
            "%s contains no store; pass the URL of the server's store with --store-url"
                .formatted(dataDir));
      }
      return StoreBackup.dumpH2(directory.store(), out);
    } catch (DataPlaneException e) {
      throw new StoreException(e.getMessage(), e);
    }
  }

  /** An input stream that copies everything it reads to an output stream. */
  private static final class CopyingStream extends FilterInputStream {
    private final OutputStream copy;

    CopyingStream(InputStream in, OutputStream copy) {
      super(in);
      this.copy = copy;
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      if (value >= 0) {
        copy.write(value);
      }
      return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      if (count > 0) {
        copy.write(buffer, offset, count);
      }
      return count;
    }
  }
}
