package dev.goldenrod.masking.transform;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.TransformerFactory;
import java.util.Set;

/** A transformer of a user's own. */
public final class StarsFactory implements TransformerFactory {
  @Override
  public String name() {
    return "stars";
  }

  @Override
  public Set<String> options() {
    return Set.of();
  }

  @Override
  public Transformer create(MaskRequest request) {
    return (value, row) -> "***";
  }
}
