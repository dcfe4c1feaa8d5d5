package dev.goldenrod.console.figure;

import java.time.Duration;
import java.time.Instant;

/**
 * The launches of one minute.
 *
 * @param at the start of the minute
 * @param launches the number of clones that became ready for the first time
 * @param median the time within which half of them became ready; zero without launches
 * @param p95 the time within which 95 % of them became ready; zero without launches
 */
public record LaunchMinute(Instant at, int launches, Duration median, Duration p95) {}
