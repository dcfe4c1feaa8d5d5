package dev.goldenrod.cli.s3;

import dev.goldenrod.cli.config.TrustedHttp;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Pause;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;

/** Sends signed requests for one bucket, and retries them after transient errors. */
final class S3Connection {
  private static final int TRIES = 6;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final long SLOWEST_BYTES_A_SECOND = 100_000;

  /**
   * A server that does not support ranges sends the whole object, which may not fit into memory.
   */
  private static final long MOST_BYTES = 64L << 20;

  private static final Set<Integer> TROUBLED = Set.of(429, 500, 502, 503, 504);
  private static final Set<String> PASSING =
      Set.of(
          "InternalError", "OperationAborted", "RequestTimeout", "ServiceUnavailable", "SlowDown");

  /** Headers that the HTTP client sets itself. */
  private static final Set<String> HTTP_CLIENT_HEADERS = Set.of("host", "content-length");

  private static final String INTERRUPTED = "interrupted; the same command resumes";

  private final S3Settings settings;
  private final String bucketUrl;
  private final HttpClient http;
  private final AwsV4HttpSigner signer;

  S3Connection(S3Settings settings, String bucket) {
    // Without a logging implementation, slf4j would print a warning to standard error.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    this.settings = settings;
    this.bucketUrl = settings.bucketUrl(bucket);
    this.http = http(settings.ca());
    this.signer = AwsV4HttpSigner.create();
  }

  private static HttpClient http(String ca) {
    return ca.isEmpty()
        ? HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build()
        : TrustedHttp.of(Path.of(ca));
  }

  /**
   * Returns the response, which may be an error.
   *
   * @throws CliException if there is none
   */
  S3Response send(S3Request request) {
    Duration pause = FIRST_PAUSE;
    for (int tries = 1; ; tries++) {
      try {
        S3Response answer = sendOnce(request);
        if (tries == TRIES || !isPassing(answer)) {
          return answer;
        }
      } catch (IOException e) {
        if (tries == TRIES) {
          throw unreachable(e);
        }
      }
      long jitter = ThreadLocalRandom.current().nextLong(pause.toMillis());
      Pause.sleep(pause.plusMillis(jitter), ExitCode.REFUSED, INTERRUPTED);
      pause = pause.multipliedBy(2);
    }
  }

  private static boolean isPassing(S3Response answer) {
    return TROUBLED.contains(answer.status()) || PASSING.contains(answer.code());
  }

  private S3Response sendOnce(S3Request request) throws IOException {
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(signed(request), told -> new BoundedBody(MOST_BYTES));
    try {
      long allowed = ANSWER.toSeconds() + request.bytes() / SLOWEST_BYTES_A_SECOND;
      HttpResponse<byte[]> response = sent.get(allowed, TimeUnit.SECONDS);
      return new S3Response(response.statusCode(), response.headers(), response.body());
    } catch (TimeoutException e) {
      sent.cancel(true);
      throw new IOException("no answer within the time limit", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.REFUSED, INTERRUPTED);
    }
  }

  private HttpRequest signed(S3Request request) {
    URI uri = request.uri(bucketUrl);
    SdkHttpRequest.Builder plain =
        SdkHttpRequest.builder().method(SdkHttpMethod.fromValue(request.method())).uri(uri);
    request.headers().forEach(plain::putHeader);
    var signed =
        signer.sign(
            it ->
                it.identity(settings.credentials())
                    .request(plain.build())
                    .payload(() -> stream(request.body()))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, settings.region())
                    .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                    .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false));
    HttpRequest.Builder http = HttpRequest.newBuilder(uri);
    signed
        .request()
        .forEachHeader(
            (name, values) -> {
              if (!HTTP_CLIENT_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> http.header(name, value));
              }
            });
    return http.method(request.method(), publisher(request)).build();
  }

  private static InputStream stream(List<byte[]> pieces) {
    return new SequenceInputStream(
        Collections.enumeration(pieces.stream().map(ByteArrayInputStream::new).toList()));
  }

  private static HttpRequest.BodyPublisher publisher(S3Request request) {
    return request.body().isEmpty()
        ? BodyPublishers.noBody()
        : BodyPublishers.fromPublisher(
            BodyPublishers.ofByteArrays(request.body()), request.bytes());
  }

  private CliException unreachable(IOException e) {
    return new CliException(
        ExitCode.NO_SERVER,
        "%s does not answer, tried %d times: %s; the same command resumes"
            .formatted(bucketUrl, TRIES, e.getMessage() == null ? e : e.getMessage()));
  }

  /** A response body in memory; empty if it exceeds the limit, whose rest is then not read. */
  private static final class BoundedBody implements BodySubscriber<byte[]> {
    private final long most;
    private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;
    private long bytes;

    BoundedBody(long most) {
      this.most = most;
      whole
          .getBody()
          .whenComplete(
              (read, failure) -> {
                if (failure == null) {
                  body.complete(read);
                } else {
                  body.completeExceptionally(failure);
                }
              });
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
      subscription = begun;
      whole.onSubscribe(begun);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      bytes += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
      if (bytes <= most) {
        whole.onNext(buffers);
      } else if (body.complete(new byte[0])) {
        subscription.cancel();
      }
    }

    @Override
    public void onError(Throwable failure) {
      whole.onError(failure);
    }

    @Override
    public void onComplete() {
      whole.onComplete();
    }
  }
}
