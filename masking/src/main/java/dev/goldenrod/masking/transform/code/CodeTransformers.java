package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.TransformerFactory;
import java.util.List;
import java.util.Set;

/** The factories of this package. */
public final class CodeTransformers {
  private CodeTransformers() {}

  /** Returns all factories. */
  public static List<TransformerFactory> factories() {
    return List.of(
        TransformerFactory.of("iban", Set.of(), Iban::create),
        TransformerFactory.of("card", Set.of(), Card::create),
        TransformerFactory.of("national-id", Set.of("format"), NationalId::create),
        TransformerFactory.of("uuid", Set.of(), RandomUuid::create),
        TransformerFactory.of("ip", Set.of(), IpAddress::create),
        TransformerFactory.of("mac", Set.of(), MacAddress::create));
  }
}
