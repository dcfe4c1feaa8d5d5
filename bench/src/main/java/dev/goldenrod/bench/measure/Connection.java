package dev.goldenrod.bench.measure;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * An HTTP connection that is kept open. It does as little work as possible, so that mostly the
 * server is measured.
 */
public final class Connection implements AutoCloseable {
  private static final String LENGTH = "content-length:";
  private static final String CHUNKED = "transfer-encoding: chunked";
  private static final int HEXADECIMAL = 16;
  private static final int BUFFER = 1 << 16;

  /** An HTTP request, its target and the expected status. An empty body is not sent. */
  public record Target(
      int port, String method, String path, String token, String body, int status) {
    public Target at(int otherPort) {
      return new Target(otherPort, method, path, token, body, status);
    }

    private byte[] bytes() {
      String head =
          String.join(
              "\r\n",
              method + " " + path + " HTTP/1.1",
              "Host: 127.0.0.1:" + port,
              "Authorization: Bearer " + token,
              "Content-Type: application/json",
              "Content-Length: " + body.length());
      return (head + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private final byte[] request;
  private final String status;
  private final Socket socket;
  private final InputStream in;
  private final StringBuilder line = new StringBuilder();

  public Connection(Target target) throws IOException {
    request = target.bytes();
    status = "HTTP/1.1 " + target.status() + " ";
    socket = new Socket(InetAddress.getLoopbackAddress(), target.port());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), BUFFER);
  }

  public byte[] ask() throws IOException {
    socket.getOutputStream().write(request);
    String first = line();
    int length = 0;
    boolean chunked = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
      chunked |= header.equalsIgnoreCase(CHUNKED);
    }
    byte[] body = chunked ? chunks() : in.readNBytes(length);
    if (!first.startsWith(status)) {
      throw new IOException(
          "expected %s, got %s %s"
              .formatted(status.strip(), first, new String(body, StandardCharsets.UTF_8)));
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream(BUFFER);
    int size;
    do {
      size = Integer.parseInt(line(), HEXADECIMAL);
      all.write(in.readNBytes(size));
      line();
    } while (size > 0);
    return all.toByteArray();
  }

  private String line() throws IOException {
    line.setLength(0);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
