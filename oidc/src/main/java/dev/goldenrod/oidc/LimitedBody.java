package dev.goldenrod.oidc;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A response's body as text, which fails once it is longer than the limit. */
final class LimitedBody implements HttpResponse.BodySubscriber<String> {
  private final HttpResponse.BodySubscriber<String> text =
      HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
  private final int limit;
  private int received;
  private Flow.@Nullable Subscription subscription;

  /**
   * @param limit in bytes
   */
  LimitedBody(int limit) {
    this.limit = limit;
  }

  @Override
  public CompletionStage<String> getBody() {
    return text.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription begun) {
    subscription = begun;
    text.onSubscribe(begun);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    received += parts.stream().mapToInt(ByteBuffer::remaining).sum();
    if (received <= limit) {
      text.onNext(parts);
    } else if (subscription != null) {
      subscription.cancel();
      text.onError(new IOException("the response is longer than " + limit + " bytes"));
    }
  }

  @Override
  public void onError(Throwable failure) {
    text.onError(failure);
  }

  @Override
  public void onComplete() {
    text.onComplete();
  }
}
