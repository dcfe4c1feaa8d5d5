package dev.goldenrod.http.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** A client that sends raw text, even incomplete requests. */
record RawClient(Socket socket, BufferedReader reader) implements AutoCloseable {
  static RawClient to(int port) throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(480_000);
    return new RawClient(
        socket,
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
  }

  static String head(String method, String path, String who) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + TestServer.token(who)
        + "\r\n";
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  String readLine() throws IOException {
    return String.valueOf(reader.readLine());
  }

  String readAll() {
    return reader.lines().collect(Collectors.joining("\n"));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
