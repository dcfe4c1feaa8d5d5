package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a cluster's API server, with one HTTP client for each way of use. Thread-safe.
 */
public final class ClusterConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterConnection.class);
  private static final Path SERVICE_ACCOUNT = Path.of(Config.SERVICEACCOUNT_CA_PATH);
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(30);

  /** Limits a response that arrives slowly, in parts none of which is late. */
  private static final Duration WHOLE_ANSWER_PATIENCE = Duration.ofSeconds(60);

  private static final Duration QUESTION_PATIENCE = Duration.ofSeconds(5);

  /** A watch that is silent for longer than its duration is dead. */
  private static final Duration WATCH_PATIENCE = SelectedObjects.WATCH.plusSeconds(30);

  /** Detects a dead connection by missing responses to pings. */
  private static final Duration PING = Duration.ofSeconds(20);

  private final ApiClient calls;
  private final ApiClient healthChecks;
  private final ApiClient watches;
  private final ApiClient streams;
  private final OpenCalls openCalls = new OpenCalls();
  private final OpenCalls openWatches = new OpenCalls();

  private ClusterConnection(
      ApiClient calls, ApiClient healthChecks, ApiClient watches, ApiClient streams) {
    this.calls = calls;
    this.healthChecks = healthChecks;
    this.watches = watches;
    this.streams = streams;
    listen(calls, openCalls);
    listen(watches, openWatches);
  }

  private static void listen(ApiClient client, OpenCalls calls) {
    client.setHttpClient(client.getHttpClient().newBuilder().eventListener(calls).build());
  }

  /**
   * Reads how to reach the cluster: from the given file, else from the service account of this
   * process's pod, else from {@code KUBECONFIG} or the user's own file. Does not connect.
   *
   * @throws DataPlaneException if there is no configuration, or it cannot be read
   */
  public static ClusterConnection open(KubernetesOptions options) {
    List<Protocol> pinged = List.of(Protocol.HTTP_2, Protocol.HTTP_1_1);
    return new ClusterConnection(
        answeredWithin(WHOLE_ANSWER_PATIENCE, client(options, ANSWER_PATIENCE, pinged)),
        answeredWithin(QUESTION_PATIENCE, client(options, QUESTION_PATIENCE, pinged)),
        client(options, WATCH_PATIENCE, pinged),
        client(options, Duration.ZERO, List.of(Protocol.HTTP_1_1)));
  }

  /** Returns the client for calls with a quick response. */
  public ApiClient calls() {
    return calls;
  }

  /** Returns the client for health checks of the server. */
  public ApiClient healthChecks() {
    return healthChecks;
  }

  /** Returns the client for watches, which stay open. */
  public ApiClient watches() {
    return watches;
  }

  void endCalls() {
    openCalls.cancel();
  }

  /** Ends all watches. The caches begin new ones. */
  void endWatches() {
    openWatches.cancel();
  }

  /** Returns the client for commands and forwarded ports, which are WebSockets. */
  public ApiClient streams() {
    return streams;
  }

  @Override
  public void close() {
    close(calls);
    close(healthChecks);
    close(watches);
    close(streams);
  }

  private static void close(ApiClient client) {
    client.getHttpClient().dispatcher().cancelAll();
    client.getHttpClient().dispatcher().executorService().shutdown();
    client.getHttpClient().connectionPool().evictAll();
  }

  private static ApiClient answeredWithin(Duration time, ApiClient client) {
    client.setHttpClient(client.getHttpClient().newBuilder().callTimeout(time).build());
    return client;
  }

  private static ApiClient client(
      KubernetesOptions options, Duration readTimeout, List<Protocol> protocols) {
    try {
      ApiClient client =
          builder(options)
              .setReadTimeout(readTimeout)
              .setPingInterval(PING)
              .setProtocols(protocols)
              .build();
      client.setUserAgent(userAgent(options.release()));
      client.setConnectTimeout((int) CONNECT_PATIENCE.toMillis());
      client.setHttpClient(
          client.getHttpClient().newBuilder().addInterceptor(new RetryAfter()).build());
      return client;
    } catch (IOException | RuntimeException e) {
      throw new DataPlaneException(
          "cannot read the connection settings of the cluster%s: %s"
              .formatted(
                  options.kubeconfig().map(file -> " from " + file).orElse(""), e.getMessage()),
          e);
    }
  }

  /** Identifies Goldenrod's calls in the cluster's audit log. */
  private static String userAgent(String release) {
    return release.isEmpty() ? "goldenrod" : "goldenrod/" + release;
  }

  private static ClientBuilder builder(KubernetesOptions options) throws IOException {
    if (options.kubeconfig().isPresent()) {
      return ofFile(options.kubeconfig().get(), options);
    }
    return Files.exists(SERVICE_ACCOUNT) ? ClientBuilder.cluster() : ofFile(usualFile(), options);
  }

  private static ClientBuilder ofFile(Path file, KubernetesOptions options) throws IOException {
    try (Reader text = Files.newBufferedReader(file)) {
      KubeConfig config = KubeConfig.loadKubeConfig(text);
      config.setFile(file.toFile());
      if (options.context().isPresent() && !config.setContext(options.context().get())) {
        throw new DataPlaneException(
            "%s has no context '%s'".formatted(file, options.context().get()));
      }
      return ClientBuilder.kubeconfig(config);
    }
  }

  private static Path usualFile() {
    String named = System.getenv("KUBECONFIG");
    Path file =
        named == null || named.isBlank()
            ? Path.of(System.getProperty("user.home"), ".kube", "config")
            : Path.of(named.split(java.io.File.pathSeparator)[0]);
    if (!Files.isReadable(file)) {
      throw new DataPlaneException(
          "there is no %s, and this process does not run in a pod; set --kubeconfig"
              .formatted(file));
    }
    return file;
  }

  /**
   * In-flight calls of one client, including those whose response is still being received.
   * Thread-safe.
   */
  private static final class OpenCalls extends EventListener {
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    @Override
    public void callStart(Call call) {
      calls.add(call);
    }

    @Override
    public void callEnd(Call call) {
      calls.remove(call);
    }

    @Override
    public void callFailed(Call call, IOException problem) {
      calls.remove(call);
    }

    /** Cancels all calls; their readers get an I/O error. */
    void cancel() {
      calls.forEach(Call::cancel);
    }
  }

  /**
   * Waits as long as an overloaded API server asks for, and then retries once. If the server asks
   * for longer than a call may take, the caller gets the refusal.
   */
  static final class RetryAfter implements Interceptor {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final String HEADER = "Retry-After";
    private static final Duration LONGEST = Duration.ofSeconds(15);

    @Override
    public Response intercept(Chain chain) throws IOException {
      Response response = chain.proceed(chain.request());
      long seconds = secondsOf(response);
      if (seconds <= 0 || seconds > LONGEST.toSeconds()) {
        return response;
      }
      response.close();
      LOG.debug("API server asked to retry after {} s", seconds);
      rest(seconds);
      return chain.proceed(chain.request());
    }

    /** Returns 0 without a header, or if it is a date. */
    private static long secondsOf(Response response) {
      String asked = response.header(HEADER, "");
      return response.code() == TOO_MANY_REQUESTS && asked.matches("\\d{1,9}")
          ? Long.parseLong(asked)
          : 0;
    }

    private static void rest(long seconds) throws InterruptedIOException {
      try {
        Thread.sleep(Duration.ofSeconds(seconds).toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }
  }
}
