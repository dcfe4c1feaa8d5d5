package dev.goldenrod.dataplane.k8s.work;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is found when it is first asked for; asked for again when that failed. */
public final class Lazily<T> implements Supplier<T> {
  private final Supplier<T> source;
  private volatile @Nullable T value;

  public Lazily(Supplier<T> source) {
    this.source = source;
  }

  @Override
  public T get() {
    T found = value;
    if (found == null) {
      found = source.get();
      value = found;
    }
    return found;
  }
}
