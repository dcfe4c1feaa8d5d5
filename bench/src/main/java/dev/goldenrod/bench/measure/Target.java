package dev.goldenrod.bench.measure;

import java.nio.charset.StandardCharsets;

/** An HTTP request, its target and the expected status. An empty body is not sent. */
public record Target(int port, String method, String path, String token, String body, int status) {
  public Target at(int otherPort) {
    return new Target(otherPort, method, path, token, body, status);
  }

  byte[] bytes() {
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
