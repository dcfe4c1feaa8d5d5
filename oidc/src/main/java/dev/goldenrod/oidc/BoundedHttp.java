package dev.goldenrod.oidc;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequestSender;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Requests to issuers: bounded in time and in the size of the response, without redirects, and over
 * TLS except on this machine. Thread-safe.
 */
final class BoundedHttp implements HTTPRequestSender, ResourceRetriever {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LONGEST_RESPONSE = 256 * 1024;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(PATIENCE)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  @Override
  public ReadOnlyHTTPResponse send(ReadOnlyHTTPRequest asked) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(asked.getURI());
    asked
        .getHeaderMap()
        .forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    String body = asked.getBody();
    request.method(
        asked.getMethod().name(),
        body == null || asked.getMethod() == HTTPRequest.Method.GET
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body));
    HttpResponse<String> received = receive(request);
    HTTPResponse response = new HTTPResponse(received.statusCode());
    received
        .headers()
        .map()
        .forEach((name, values) -> response.setHeader(name, values.toArray(new String[0])));
    response.setBody(received.body());
    return response;
  }

  @Override
  public Resource retrieveResource(URL url) throws IOException {
    try {
      return new Resource(get(url.toURI()), "application/json");
    } catch (URISyntaxException malformed) {
      throw new IOException(url + " is not an address", malformed);
    }
  }

  /** Returns the body of a successful response. */
  String get(URI url) throws IOException {
    HttpResponse<String> received =
        receive(HttpRequest.newBuilder(url).header("Accept", "application/json"));
    if (received.statusCode() != 200) {
      throw new IOException(url + " answered with status " + received.statusCode());
    }
    return received.body();
  }

  private HttpResponse<String> receive(HttpRequest.Builder builder) throws IOException {
    HttpRequest request = builder.timeout(PATIENCE).build();
    if (!IssuerSettings.isSafe(request.uri())) {
      throw new IOException(request.uri() + " is not https");
    }
    CompletableFuture<HttpResponse<String>> pending =
        client.sendAsync(request, response -> new LimitedBody(LONGEST_RESPONSE));
    try {
      return pending.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + request.uri(), interrupted);
    } catch (TimeoutException slow) {
      pending.cancel(true);
      throw new IOException(request.uri() + " did not answer in time", slow);
    } catch (ExecutionException failed) {
      throw new IOException(request.uri() + ": " + failed.getCause(), failed.getCause());
    }
  }
}
