package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends many large requests at once to a server with little memory. */
@Tag("slow")
class ExhaustionIT {
  private static final int CONNECTIONS = 220;
  private static final int MIB = 1 << 20;

  /** The server closes the connection of a slow unauthenticated client. */
  private static final String HUNG_UP = "hung up";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"", "Authorization: Bearer " + ServerProcess.TOKEN + "\r\n"})
  void large_bodies_at_once_do_not_take_its_memory(String authorization) throws Exception {
    try (ServerProcess server = smallServer()) {
      URI address = URI.create(server.output().get(0).split(" on ")[1]);
      ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
      List<CompletableFuture<String>> answers = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        answers.add(CompletableFuture.supplyAsync(() -> send(address, authorization), threads));
      }
      List<String> statuses = answers.stream().map(CompletableFuture::join).distinct().toList();
      threads.shutdown();

      assertThat(statuses)
          .isSubsetOf(
              authorization.isEmpty()
                  ? List.of("HTTP/1.1 401 Unauthorized", HUNG_UP)
                  : List.of("HTTP/1.1 400 Bad Request", "HTTP/1.1 503 Service Unavailable"));
      assertThat(server.api().get("/health").path("status").asText()).isEqualTo("ok");
      assertThat(server.log()).doesNotContain("OutOfMemoryError");
    }
  }

  private ServerProcess smallServer() {
    return ServerProcess.in(folder)
        .with("--data-plane", "none")
        .withVariable("JAVA_TOOL_OPTIONS", "-Xmx96m")
        .start();
  }

  /** Sends a body that needs as much memory as possible when parsed. */
  private static String send(URI address, String authorization) {
    byte[] body = ("{\"config\":[" + "0,".repeat(MIB / 2 - 10) + "0]}").getBytes();
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(480_000);
      String head =
          "POST /v1/sources HTTP/1.1\r\nHost: x\r\n"
              + authorization
              + "Content-Length: "
              + body.length
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    } catch (SocketException e) {
      return HUNG_UP;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
