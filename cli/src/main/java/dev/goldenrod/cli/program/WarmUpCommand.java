package dev.goldenrod.cli.program;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ClientOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;

/** Performs common operations once, so that a class data sharing archive includes their classes. */
@Command(name = "warm-up", hidden = true, description = "Loads the classes that commands need.")
public final class WarmUpCommand implements Callable<Integer> {
  private static final String ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Request-Id: one\r\n"
          + "Content-Length: 34\r\nConnection: close\r\n\r\n"
          + "[{\"name\": \"one\", \"size_bytes\": 1}]";

  private static final Columns COLUMNS = Columns.named("/name").with("name").with("size_bytes");

  @Override
  public Integer call() throws IOException {
    PrintStream out =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal nowhere =
        new Terminal(InputStream.nullInputStream(), out, out, Map.of(), Path.of(""), Set.of());
    JsonNode answer = askOnce();
    for (Printer.Format format : Printer.Format.values()) {
      new Printer(nowhere, format).list(answer, COLUMNS);
    }
    return 0;
  }

  private static JsonNode askOnce() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> answerOn(server));
      URI address = URI.create("http://127.0.0.1:" + server.getLocalPort());
      JsonNode answer = new ApiConnection(ClientOptions.of(address, "none")).get("/warm-up");
      answering.join();
      return answer;
    }
  }

  private static void answerOn(ServerSocket server) {
    try (Socket client = server.accept()) {
      client.getInputStream().read(new byte[4096]);
      client.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
