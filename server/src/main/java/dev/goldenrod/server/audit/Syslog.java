package dev.goldenrod.server.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Sends RFC 5424 messages over TCP with the octet counting of RFC 6587 and the facility {@code log
 * audit}. A batch is delivered when the server has read its connection to the end and closed it.
 */
record Syslog(String host, int port) implements AuditSink {
  static final String SCHEME = "syslog";

  private static final int DEFAULT_PORT = 514;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Facility 13 (log audit), severity 6 (informational). */
  private static final int PRIORITY = 13 * 8 + 6;

  /**
   * @throws IllegalArgumentException if the address is malformed
   */
  static Syslog at(String address) {
    URI uri = URI.create(address);
    String rest = uri.getRawUserInfo() + uri.getRawQuery() + uri.getRawFragment();
    if (uri.getHost() == null || !uri.getPath().isEmpty() || !rest.equals("nullnullnull")) {
      throw new IllegalArgumentException(
          "'%s' is not the address of a syslog server, for example syslog://127.0.0.1:514"
              .formatted(address));
    }
    return new Syslog(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
  }

  @Override
  public void append(byte[] lines) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), (int) PATIENCE.toMillis());
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.getOutputStream().write(messages(lines));
      socket.shutdownOutput();
      while (socket.getInputStream().read() >= 0) {
        // A syslog server sends nothing; it closes the connection when it has read everything.
      }
    } catch (SocketTimeoutException e) {
      throw new IOException("no response within %d s".formatted(PATIENCE.toSeconds()), e);
    }
  }

  private static byte[] messages(byte[] lines) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    long process = ProcessHandle.current().pid();
    String header = "<%d>1 %s - goldenrod %d audit - ".formatted(PRIORITY, now, process);
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    new String(lines, StandardCharsets.US_ASCII)
        .lines()
        .map(line -> (header + line).getBytes(StandardCharsets.US_ASCII))
        .forEach(
            message -> {
              messages.writeBytes((message.length + " ").getBytes(StandardCharsets.US_ASCII));
              messages.writeBytes(message);
            });
    return messages.toByteArray();
  }
}
