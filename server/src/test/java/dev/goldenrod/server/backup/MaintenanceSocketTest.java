package dev.goldenrod.server.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.storage.jdbi.StoreContents;
import dev.goldenrod.storage.jdbi.StoreDumper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MaintenanceSocketTest {
  /** More than a socket buffers for a client that does not read. */
  private static final int BYTES = 8 << 20;

  @TempDir private Path folder;
  private MaintenanceSocket socket;

  @BeforeEach
  void listen() {
    socket = MaintenanceSocket.listen(folder.resolve("socket"), large());
  }

  @AfterEach
  void close() {
    socket.close();
  }

  @Test
  @Timeout(value = 8, unit = TimeUnit.MINUTES)
  void a_reader_that_stalls_holds_up_no_other_backup() throws IOException {
    try (SocketChannel stalled = connect();
        InputStream first = Channels.newInputStream(stalled);
        SocketChannel other = connect();
        InputStream second = Channels.newInputStream(other)) {
      assertThat(first.read()).isZero();

      assertThat(second.readAllBytes()).hasSize(BYTES);
    }
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(folder.resolve("socket")));
    return channel;
  }

  private static StoreDumper large() {
    return out -> {
      write(out);
      return new StoreContents(1, Map.of());
    };
  }

  private static void write(OutputStream out) {
    try {
      out.write(new byte[BYTES]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
