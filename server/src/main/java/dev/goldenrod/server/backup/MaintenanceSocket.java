package dev.goldenrod.server.backup;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.storage.jdbi.StoreContents;
import dev.goldenrod.storage.jdbi.StoreDumper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Unix socket in the data directory on which a running server sends a dump of its store to each
 * client. Only the owner can connect.
 */
public final class MaintenanceSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceSocket.class);

  private final Path path;
  private final Optional<ServerSocketChannel> channel;

  private MaintenanceSocket(Path path, Optional<ServerSocketChannel> channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Replaces a stale socket and listens. If the system does not support that, only a warning is
   * logged.
   */
  public static MaintenanceSocket listen(Path path, StoreDumper store) {
    try {
      Files.deleteIfExists(path);
      ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.bind(UnixDomainSocketAddress.of(path));
        Files.setPosixFilePermissions(path, OwnerOnly.FILE.value());
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      MaintenanceSocket socket = new MaintenanceSocket(path, Optional.of(channel));
      startThread("goldenrod-maintenance", () -> serve(channel, store));
      return socket;
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn("Cannot listen on {}, so no backup can be made while this server runs: {}", path, e);
      return new MaintenanceSocket(path, Optional.empty());
    }
  }

  /** Serves each client in its own thread, so that one that stops reading blocks no other. */
  private static void serve(ServerSocketChannel channel, StoreDumper store) {
    while (channel.isOpen()) {
      try {
        SocketChannel client = channel.accept();
        startThread("goldenrod-backup", () -> serve(client, store));
      } catch (AsynchronousCloseException e) {
        return;
      } catch (IOException e) {
        LOG.warn("Cannot accept a backup's connection: {}", e.getMessage());
      }
    }
  }

  private static void serve(SocketChannel client, StoreDumper store) {
    try (client) {
      answer(client, store);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "Cannot send the store's dump to a backup, which must be repeated: {}", e.getMessage());
    }
  }

  private static void startThread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void answer(SocketChannel client, StoreDumper store) throws IOException {
    try (OutputStream out = Channels.newOutputStream(client)) {
      StoreContents contents = store.dump(out);
      LOG.info("Sent a dump of the store to a backup: {} rows", contents.totalRows());
    }
  }

  @Override
  public void close() {
    try {
      if (channel.isPresent()) {
        channel.get().close();
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      LOG.warn("Cannot remove the socket {}, the next start replaces it: {}", path, e.getMessage());
    }
  }
}
