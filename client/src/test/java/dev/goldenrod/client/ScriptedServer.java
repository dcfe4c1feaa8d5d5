package dev.goldenrod.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server that runs a scripted action for each request, at the level of bytes. */
final class ScriptedServer implements AutoCloseable {
  interface Act {
    void run(OutputStream answer) throws IOException, InterruptedException;
  }

  record Request(String line, List<String> headers, String body) {
    /** Returns the header's value, or null. */
    String header(String name) {
      return headers.stream()
          .filter(header -> header.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(header -> header.substring(name.length() + 1).strip())
          .findFirst()
          .orElse(null);
    }
  }

  /** Closes the connection without a response. */
  static final Act LOSE = answer -> {};

  private final ServerSocket socket;
  private final Queue<Act> script = new ArrayDeque<>();
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

  private ScriptedServer(Act... acts) throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    script.addAll(List.of(acts));
    Thread thread = new Thread(this::serve, "scripted server");
    thread.setDaemon(true);
    thread.start();
  }

  static ScriptedServer of(Act... acts) throws IOException {
    return new ScriptedServer(acts);
  }

  static Act answer(int status, String headers, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 %d Told\r\nConnection: close\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(status, bytes.length, headers);
    return raw(head + body);
  }

  static Act ok(String json) {
    return answer(200, "Content-Type: application/json\r\n", json);
  }

  /** Writes the text unchanged, even if it is not a complete response. */
  static Act raw(String text) {
    return answer -> answer.write(text.getBytes(StandardCharsets.UTF_8));
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort());
  }

  List<Request> requests() {
    return new ArrayList<>(requests);
  }

  Request next() throws InterruptedException {
    return requests.take();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        requests.add(read(connection));
        Act act = script.poll();
        (act == null ? LOSE : act).run(connection.getOutputStream());
        connection.getOutputStream().flush();
      } catch (IOException ended) {
        // The client disconnected, or the test is over.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static Request read(Socket connection) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
    String first = in.readLine();
    List<String> headers = new ArrayList<>();
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      headers.add(line);
    }
    Request head = new Request(String.valueOf(first), headers, "");
    String length = head.header("Content-Length");
    char[] body = new char[length == null ? 0 : Integer.parseInt(length)];
    int read = 0;
    while (read < body.length) {
      read += in.read(body, read, body.length - read);
    }
    return new Request(head.line(), headers, new String(body));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
