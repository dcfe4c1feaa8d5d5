package dev.goldenrod.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads a response as text and fails if it is larger than any valid response. */
final class BoundedText implements BodySubscriber<String> {
  static final long MOST_BYTES = 64L << 20;

  private static final String BINARY = "application/gzip";

  private final BodySubscriber<String> text;
  private final long mostBytes;
  private long bytes;
  private Flow.Subscription subscription;

  private BoundedText(BodySubscriber<String> text, long mostBytes) {
    this.text = text;
    this.mostBytes = mostBytes;
  }

  static BodyHandler<String> handler(long mostBytes) {
    return response ->
        new BoundedText(
            isBinary(response)
                ? BodySubscribers.ofString(StandardCharsets.ISO_8859_1)
                : BodyHandlers.ofString().apply(response),
            mostBytes);
  }

  /** Binary responses are decoded as ISO-8859-1, which preserves every byte. */
  private static boolean isBinary(ResponseInfo response) {
    return response.headers().firstValue("Content-Type").filter(BINARY::equals).isPresent();
  }

  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(long mostBytes) {
      super("the answer is larger than %d MiB".formatted(mostBytes >> 20));
    }
  }

  @Override
  public CompletionStage<String> getBody() {
    return text.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    text.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    bytes += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
    if (bytes > mostBytes) {
      subscription.cancel();
      text.onError(new TooLongException(mostBytes));
    } else {
      text.onNext(buffers);
    }
  }

  @Override
  public void onError(Throwable throwable) {
    text.onError(throwable);
  }

  @Override
  public void onComplete() {
    text.onComplete();
  }
}
