package dev.goldenrod.cli.s3;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A response body in memory; empty if it exceeds the limit, whose rest is then not read. */
final class BoundedBody implements BodySubscriber<byte[]> {
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
