package dev.goldenrod.image;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A registry in this process that keeps pushed images in memory. It needs no login, and its
 * certificate is self-signed.
 */
final class LocalRegistry implements AutoCloseable {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private record Manifest(String type, byte[] body) {}

  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
  private final Map<String, Manifest> manifests = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpsServer server;

  LocalRegistry(Path folder) throws Exception {
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls(folder.resolve("registry.p12"))));
    server.setExecutor(threads);
    server.createContext("/v2/", this::answer);
    server.start();
  }

  /** Returns the full name of an image in this registry. */
  String image(String name) {
    return "localhost:%d/%s".formatted(server.getAddress().getPort(), name);
  }

  /** Returns the manifest or index of a tag or digest. */
  String manifest(String reference) {
    return new String(manifests.get(reference).body());
  }

  String blob(String digest) {
    return new String(blobs.get(digest));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static SSLContext tls(Path file) throws Exception {
    String arguments =
        "-genkeypair -keyalg EC -dname CN=localhost -storetype PKCS12 -storepass changeit";
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/keytool");
    command.addAll(List.of(arguments.split(" ")));
    command.addAll(List.of("-keystore", file.toString()));
    new ProcessBuilder(command).inheritIO().start().waitFor();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      byte[] body = exchange.getRequestBody().readAllBytes();
      String last = path.substring(path.lastIndexOf('/') + 1);
      if (path.contains("/manifests/")) {
        manifest(exchange, last, body);
      } else if (path.contains("/blobs/uploads/")) {
        upload(exchange, body);
      } else if (path.contains("/blobs/")) {
        send(exchange, Optional.ofNullable(blobs.get(last)));
      } else {
        exchange.sendResponseHeaders(200, -1);
      }
    }
  }

  private void manifest(HttpExchange exchange, String reference, byte[] body) throws IOException {
    if (exchange.getRequestMethod().equals("PUT")) {
      Manifest manifest = new Manifest(exchange.getRequestHeaders().getFirst("Content-Type"), body);
      manifests.put(reference, manifest);
      manifests.put(digest(body), manifest);
      exchange.getResponseHeaders().set("Docker-Content-Digest", digest(body));
      exchange.sendResponseHeaders(201, -1);
      return;
    }
    Optional<Manifest> found = Optional.ofNullable(manifests.get(reference));
    found.ifPresent(
        manifest -> {
          exchange.getResponseHeaders().set("Content-Type", manifest.type());
          exchange.getResponseHeaders().set("Docker-Content-Digest", digest(manifest.body()));
        });
    send(exchange, found.map(Manifest::body));
  }

  /** Supports only monolithic uploads: Jib sends a blob in one request, and then its digest. */
  private void upload(HttpExchange exchange, byte[] body) throws IOException {
    String upload = exchange.getRequestURI().getPath();
    switch (exchange.getRequestMethod()) {
      case "POST" -> {
        exchange.getResponseHeaders().set("Location", upload + System.nanoTime());
        exchange.sendResponseHeaders(202, -1);
      }
      case "PATCH" -> {
        blobs.put(upload, body);
        exchange.getResponseHeaders().set("Location", upload);
        exchange.sendResponseHeaders(202, -1);
      }
      default -> {
        byte[] content = blobs.remove(upload);
        blobs.put(digest(content), content);
        exchange.sendResponseHeaders(201, -1);
      }
    }
  }

  private static void send(HttpExchange exchange, Optional<byte[]> content) throws IOException {
    if (content.isEmpty()) {
      exchange.sendResponseHeaders(404, -1);
    } else if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", "" + content.get().length);
      exchange.sendResponseHeaders(200, -1);
    } else {
      exchange.sendResponseHeaders(200, content.get().length);
      exchange.getResponseBody().write(content.get());
    }
  }

  private static String digest(byte[] content) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
