package dev.goldenrod.cli.session;

import java.util.List;

/**
 * What a command takes away.
 *
 * @param what as in {@code clone 'one'}
 * @param alongside what depends on it, a line each
 */
public record Loss(String what, List<String> alongside) {}
