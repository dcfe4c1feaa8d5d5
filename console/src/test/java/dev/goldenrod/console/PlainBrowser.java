package dev.goldenrod.console;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A browser without scripts, which keeps cookies and follows no redirect. */
final class PlainBrowser {
  private static final Pattern CSRF =
      Pattern.compile("<input type=\"hidden\" name=\"csrf\" value=\"[^\"]+\"");
  private static final Pattern HIDDEN =
      Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Like browsers, sends cookies for TLS also without TLS to a server on this machine. */
  private static final class LoopbackCookies extends CookieManager {
    LoopbackCookies() {
      super(null, CookiePolicy.ACCEPT_ALL);
    }

    @Override
    public void put(URI from, Map<String, List<String>> headers) throws IOException {
      Map<String, List<String>> changed = new HashMap<>(headers);
      changed.replaceAll(
          (name, values) ->
              values.stream().map(value -> value.replaceAll("(?i);\\s*secure", "")).toList());
      super.put(from, changed);
    }
  }

  private final URI server;
  private final HttpClient http =
      HttpClient.newBuilder()
          .cookieHandler(new LoopbackCookies())
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  PlainBrowser(URI server) {
    this.server = server;
  }

  HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = request(path);
    return send(headers.length == 0 ? request.build() : request.headers(headers).build());
  }

  /** Sends a form of names and values, with the token of the shown page if one is given. */
  HttpResponse<String> send(String path, String... fields) {
    return post(path, form(fields));
  }

  /** Sends a form of a page, with its hidden fields. */
  HttpResponse<String> sendFrom(String page, String path, String... fields) {
    return sendFromShown(get(page).body(), path, fields);
  }

  /** Sends a form of a page that was shown before, or one that the page does not have. */
  HttpResponse<String> sendFromShown(String page, String path, String... fields) {
    Map<String, String> sent = new LinkedHashMap<>();
    addHidden(formOf(page, path), sent);
    for (int i = 0; i < fields.length; i += 2) {
      sent.put(fields[i], fields[i + 1]);
    }
    String[] flat =
        sent.entrySet().stream()
            .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
            .toArray(String[]::new);
    return post(path, form(flat));
  }

  /** Returns the first form with that target, or else the first token of the page. */
  private static String formOf(String page, String path) {
    int form = page.indexOf("method=\"post\" action=\"" + path + "\"");
    if (form >= 0) {
      return page.substring(form, page.indexOf("</form>", form));
    }
    Matcher token = CSRF.matcher(page);
    if (!token.find()) {
      throw new AssertionError("the page has no form: " + page);
    }
    return token.group();
  }

  private static void addHidden(String form, Map<String, String> fields) {
    HIDDEN
        .matcher(form)
        .results()
        .forEach(one -> fields.put(one.group(1), one.group(2).replace("&#34;", "\"")));
  }

  HttpResponse<String> post(String path, String form, String... headers) {
    return postAs("application/x-www-form-urlencoded", path, form, headers);
  }

  HttpResponse<String> postAs(String type, String path, String body, String... headers) {
    HttpRequest.Builder request =
        request(path).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body));
    return send(headers.length == 0 ? request.build() : request.headers(headers).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(request + " got no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static String form(String... fields) {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      form.append(i == 0 ? "" : "&")
          .append(fields[i])
          .append('=')
          .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
    }
    return form.toString();
  }
}
