package dev.goldenrod.http.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** An HTTP client of one server. */
record TestHttpClient(HttpClient client, int port) {
  static TestHttpClient to(int port) {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMinutes(1))
            .build();
    return new TestHttpClient(client, port);
  }

  /** Creates a request; an empty token sends no {@code Authorization} header. */
  HttpRequest.Builder request(String method, String path, String token, BodyPublisher body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofMinutes(2))
            .method(method, body);
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  /** Sends a request; an empty text sends no body. */
  Reply send(String method, String path, String token, String body) {
    return send(request(method, path, token, publisher(body)));
  }

  Reply send(HttpRequest.Builder request) {
    try {
      return new Reply(client.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new AssertionError("no answer to " + request.build(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  CompletableFuture<Reply> sendLater(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Reply::new);
  }

  static BodyPublisher publisher(String body) {
    return body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
  }
}
