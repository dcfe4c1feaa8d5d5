package dev.goldenrod.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads an answer as text, and gives up one that is larger than any of Goldenrod's. */
final class BoundedText implements BodySubscriber<String> {
  static final long MOST_BYTES = 64L << 20;

  private final BodySubscriber<String> text;
  private final long mostBytes;
  private long bytes;
  private Flow.Subscription subscription;

  private BoundedText(BodySubscriber<String> text, long mostBytes) {
    this.text = text;
    this.mostBytes = mostBytes;
  }

  static BodyHandler<String> handler(long mostBytes) {
    return response -> new BoundedText(BodyHandlers.ofString().apply(response), mostBytes);
  }

  /** An answer has no end that is worth waiting for. */
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
