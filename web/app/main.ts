import { run } from './run.tsx'

// Not awaited at the top: that keeps the build from joining chunks.
void run()
