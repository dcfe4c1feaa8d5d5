package dev.goldenrod.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BaselineServerTest {
  @Test
  void it_answers_each_method_and_path_with_its_constant() throws Exception {
    byte[] body = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    try (BaselineServer server =
        BaselineServer.start(List.of(new BaselineServer.Constant("POST", "/things", 201, body)))) {
      URI uri = URI.create("http://127.0.0.1:" + server.port() + "/things");
      HttpResponse<byte[]> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("{}")).build(),
                  BodyHandlers.ofByteArray());

      assertThat(answer.statusCode()).isEqualTo(201);
      assertThat(answer.body()).isEqualTo(body);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    }
  }
}
