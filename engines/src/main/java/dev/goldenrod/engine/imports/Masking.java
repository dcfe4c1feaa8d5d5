package dev.goldenrod.engine.imports;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.rules.MaskingRules;

/** How the rows of a source are masked while they are imported. */
public record Masking(MaskingRules rules, MaskingKey key) {}
