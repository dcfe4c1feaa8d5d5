package dev.goldenrod.http.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A client that sends and reads single HTTP/2 frames. */
final class RawHttp2 implements AutoCloseable {
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int WINDOW_UPDATE = 8;
  static final int END_OF_CONNECTION = -1;
  private static final int END_STREAM = 1;

  /** Small, so that the server soon notices unread data. */
  private static final int RECEIVE_BUFFER = 16 << 10;

  private static final int END_HEADERS = 4;
  private static final int INITIAL_WINDOW_SIZE = 4;

  private final SSLSocket socket;
  private final DataOutputStream out;
  private final DataInputStream in;
  private int nextStream = 1;

  private RawHttp2(SSLSocket socket) throws IOException {
    this.socket = socket;
    this.out = new DataOutputStream(socket.getOutputStream());
    this.in = new DataInputStream(socket.getInputStream());
  }

  /** Connects with the given initial window size, in bytes per stream. */
  static RawHttp2 to(SSLContext trusting, int port, int window) throws IOException {
    SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket();
    socket.setReceiveBufferSize(RECEIVE_BUFFER);
    socket.connect(new InetSocketAddress("127.0.0.1", port));
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(480_000);
    socket.startHandshake();
    RawHttp2 client = new RawHttp2(socket);
    client.out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    client.send(
        SETTINGS,
        0,
        0,
        ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW_SIZE).putInt(window).array());
    return client;
  }

  void send(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream frame = new DataOutputStream(bytes);
    frame.writeInt(payload.length << 8 | type);
    frame.writeByte(flags);
    frame.writeInt(stream);
    frame.write(payload);
    out.write(bytes.toByteArray());
    out.flush();
  }

  /** Sends a GET and returns the id of its stream. */
  int get(String path) throws IOException {
    return open(END_STREAM | END_HEADERS, head(path));
  }

  void beginHead() throws IOException {
    open(END_STREAM, head("/health"));
  }

  private int open(int flags, byte[] head) throws IOException {
    int stream = nextStream;
    nextStream += 2;
    send(HEADERS, flags, stream, head);
    return stream;
  }

  private static byte[] head(String path) {
    byte[] text = path.getBytes(StandardCharsets.US_ASCII);
    byte[] host = "localhost".getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(6 + text.length + host.length)
        .put((byte) 0x82)
        .put((byte) 0x87)
        .put((byte) 0x04)
        .put((byte) text.length)
        .put(text)
        .put((byte) 0x01)
        .put((byte) host.length)
        .put(host)
        .array();
  }

  void ping() throws IOException {
    send(PING, 0, 0, new byte[8]);
  }

  void reset(int stream) throws IOException {
    send(RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(8).array());
  }

  void widen(int stream, int bytes) throws IOException {
    send(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(bytes).array());
  }

  /** Skips the next frame and returns its type. */
  int take() throws IOException {
    try {
      int start = in.readInt();
      in.skipNBytes(5);
      in.skipNBytes(start >>> 8);
      return start & 0xff;
    } catch (EOFException | SocketException | SSLException ended) {
      return END_OF_CONNECTION;
    }
  }

  /** Counts the frames of a type until the connection ends or the maximum is reached. */
  int take(int type, int most) throws IOException {
    int count = 0;
    for (int next = take(); next != END_OF_CONNECTION; next = take()) {
      count += next == type ? 1 : 0;
      if (count == most) {
        return count;
      }
    }
    return count;
  }

  void awaitEnd() throws IOException {
    while (take() != END_OF_CONNECTION) {
      continue;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
