/** Whether sessions are recorded: off; go on without and mark the gap; or no session without. */
export const recordingPolicies = ['off', 'best_effort', 'required'] as const
export type RecordingPolicy = (typeof recordingPolicies)[number]
